export const MANIFEST_PATH = 'manifest.json';
export const CHAIN_PATH = 'chain.jsonl';
export const DISCLOSURES_PATH = 'disclosures.json';
export const README_PATH = 'README.txt';
export const ADDENDA_PATH = 'addenda.jsonl';
export const ADDENDA_DISCLOSURES_PATH = 'addenda-disclosures.json';

export const TOKEN_FOLDERS = ['anchors', 'addenda-anchors'] as const;
export type TokenFolder = (typeof TOKEN_FOLDERS)[number];

export const tokenPath = (folder: TokenFolder, index: number): string => `${folder}/${index + 1}.tst`;
export const certificatesPath = (folder: TokenFolder, index: number): string => `${folder}/${index + 1}.pem`;
export const reportPath = (sequence: number): string => `reports/${sequence}.pdf`;
export const entryPlace = (sequence: number, path = CHAIN_PATH): string => `${path}, entry ${sequence}`;
