/** The understood facts as lines of the specification's context, and back: later questions bring only the spec. */
export type Facts = Readonly<Record<string, string>>;

export const contextOf = (facts: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${key}: ${String(value).replaceAll(/\s+/g, ' ')}`)
    .join('\n');

export const factsIn = (context: string): Facts =>
  Object.fromEntries(
    context.split('\n').flatMap((line) => {
      const at = line.indexOf(': ');
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 2)]];
    }),
  );
