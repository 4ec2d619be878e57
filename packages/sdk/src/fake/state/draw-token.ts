export const drawBase64 = (sizeBytes: number) =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(sizeBytes))));

/** 32 random bytes, safe in an URL. */
export const drawToken = () => drawBase64(32).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
