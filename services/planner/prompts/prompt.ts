/** A prompt: its version is recorded with every reply that it brought. */
export type Prompt = { readonly version: string; readonly text: string };
