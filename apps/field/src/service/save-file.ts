/** Hands a file to the person, as a download. */
export const saveFile = (name: string, file: Blob): void => {
  const url = URL.createObjectURL(file);
  const anchor = Object.assign(document.createElement('a'), { href: url, download: name });
  anchor.click();
  // Some browsers read it only after the tap is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
