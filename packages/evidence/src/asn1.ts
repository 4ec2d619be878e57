export { readBer, type DerNode } from './der/read-der.ts';
export { readInteger, readOid } from './der/read-values.ts';
export { INTEGER, SEQUENCE } from './der/tags.ts';
export { findExtension } from './x509/certificate.ts';
export { readPem, writePem } from './x509/pem.ts';
