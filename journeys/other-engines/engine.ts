/** A tab in another engine than Chromium. XPath finds elements, as the drivers of both engines know it. */
export type Tab = {
  open: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  read: (expression: string) => Promise<unknown>;
  click: (path: string) => Promise<void>;
  type: (path: string, text: string) => Promise<void>;
  chooseFile: (path: string, file: string) => Promise<void>;
  drawOn: (path: string) => Promise<void>;
  /** Thrown errors, and violations of the page's policy. */
  faults: () => Promise<readonly string[]>;
  close: () => Promise<void>;
};

export type Engine = {
  name: string;
  /** Tests that need the engine run only then. */
  isThere: boolean;
  hasWebRtc: boolean;
  /** Each tab has its own empty browser, as wide as the narrowest phone; its camera is made up. */
  openTab: (options: { hasCamera: boolean }) => Promise<Tab>;
};

export const NARROWEST = { width: 320, height: 640 };
