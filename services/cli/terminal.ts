/** Where a command runs: its environment, folder and screen. Only `main.ts` makes one of the real ones. */
export type Terminal = {
  /** The roles read theirs from here, so `serve` may set what its options say. */
  readonly env: NodeJS.ProcessEnv;
  /** The folder that relative paths of the user are meant from. */
  readonly folder: string;
  /** stdout is a terminal: redraw on it. */
  readonly isTty: boolean;
  readonly hasColours: boolean;
  readonly columns: () => number;
  readonly rows: () => number;
};
