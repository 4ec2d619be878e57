/** Where things are in a bundle of version 1. */
export const MANIFEST_PATH = 'manifest.json';
export const CHAIN_PATH = 'chain.jsonl';
export const DISCLOSURES_PATH = 'disclosures.json';
export const README_PATH = 'README.txt';

export const tokenPath = (index: number): string => `anchors/${index + 1}.tst`;
export const certificatesPath = (index: number): string => `anchors/${index + 1}.pem`;
export const entryPlace = (sequence: number): string => `${CHAIN_PATH}, entry ${sequence}`;
