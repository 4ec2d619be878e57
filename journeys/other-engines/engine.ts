/** A tab in an engine beside Chromium's. What is in it is found by XPath, which the drivers of both know. */
export type Tab = {
  open: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  /** Gives the value of a JavaScript expression; waits for a promise. */
  read: (expression: string) => Promise<unknown>;
  click: (path: string) => Promise<void>;
  type: (path: string, text: string) => Promise<void>;
  chooseFile: (path: string, file: string) => Promise<void>;
  /** Draws a line across it. */
  drawOn: (path: string) => Promise<void>;
  /** Thrown errors, and violations of the page's policy. */
  faults: () => Promise<readonly string[]>;
  close: () => Promise<void>;
};

export type Engine = {
  name: string;
  /** Whether this machine has it: tests that need it run only then. */
  isThere: boolean;
  hasWebRtc: boolean;
  /**
   * Opens a tab in a browser of its own, with nothing on it, as wide as the narrowest phone; the camera, if any, is
   * made up.
   */
  openTab: (options: { hasCamera: boolean }) => Promise<Tab>;
};

export const NARROWEST = { width: 320, height: 640 };
