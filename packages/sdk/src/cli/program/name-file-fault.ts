/** The message of a failure; of a file that can't be read a sentence, since the system's is for programmers. */
export function nameFileFault(error: Error): string {
  const { code = '', syscall = '', path = 'This' } = error as NodeJS.ErrnoException;
  const say = syscall === 'open' || syscall === 'read' ? FAULTS[code] : undefined;
  return say ? say(path) : error.message;
}

const FAULTS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no file ${path}.`,
  ENOTDIR: (path) => `There is no file ${path}.`,
  EISDIR: (path) => `${path} is a folder: name a file.`,
  EACCES: (path) => `You may not read ${path}.`,
};
