/** A file of a bundle, as manifest.json names it. */
export type BundleFile = { path: string; mime: string; byte_size: number; sha256: string };
