/** Object identifiers in dotted form, each with the place that assigns it. */

// RFC 5652, sections 4, 5.1, 11.1 and 11.2.
export const DATA = '1.2.840.113549.1.7.1';
export const SIGNED_DATA = '1.2.840.113549.1.7.2';
export const CONTENT_TYPE = '1.2.840.113549.1.9.3';
export const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
export const SIGNING_TIME = '1.2.840.113549.1.9.5';

// RFC 3161, sections 2.3 and 2.4.2.
export const TST_INFO = '1.2.840.113549.1.9.16.1.4';
export const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

// RFC 5035, sections 3 and 4.
export const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
export const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

// RFC 3161, appendix A.
export const TIMESTAMP_TOKEN = '1.2.840.113549.1.9.16.2.14';

// RFC 9336; RFC 5280, section 4.2.1.12; and the usages of signers' certificates before RFC 9336.
export const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36';
export const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
export const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
export const ADOBE_DOCUMENT_SIGNING = '1.2.840.113583.1.1.5';
export const MICROSOFT_DOCUMENT_SIGNING = '1.3.6.1.4.1.311.10.3.12';

// RFC 5280, section 4.2.
export const KEY_USAGE = '2.5.29.15';
export const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
export const BASIC_CONSTRAINTS = '2.5.29.19';
export const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';
export const NAME_CONSTRAINTS = '2.5.29.30';
export const CRL_DISTRIBUTION_POINTS = '2.5.29.31';
export const CERTIFICATE_POLICIES = '2.5.29.32';
export const EXTENDED_KEY_USAGE = '2.5.29.37';
export const ANY_EXTENDED_KEY_USAGE = '2.5.29.37.0';

// RFC 5280, section 4.2.2.1; RFC 6960, sections 4.2.1 and 4.2.2.2.
export const AUTHORITY_INFORMATION_ACCESS = '1.3.6.1.5.5.7.1.1';
export const OCSP = '1.3.6.1.5.5.7.48.1';
export const OCSP_BASIC = '1.3.6.1.5.5.7.48.1.1';
export const OCSP_NO_CHECK = '1.3.6.1.5.5.7.48.1.5';
export const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

/**
 * Policy of a demonstration: in the certificate of its sealer or signer, and in a timestamp. The arc of UUIDs (ITU-T
 * X.667) takes no registration.
 */
export const DEMO_POLICY = '2.25.142301002671220617377136217900856417028';

// RFC 4055, section 2.1, and RFC 3279, section 2.2.1.
export const SHA_1 = '1.3.14.3.2.26';
export const SHA_256 = '2.16.840.1.101.3.4.2.1';
export const SHA_384 = '2.16.840.1.101.3.4.2.2';
export const SHA_512 = '2.16.840.1.101.3.4.2.3';

// RFC 8017, appendix A, and RFC 4055, section 5.
export const RSA = '1.2.840.113549.1.1.1';
export const RSA_PSS = '1.2.840.113549.1.1.10';
export const MGF_1 = '1.2.840.113549.1.1.8';
export const RSA_SHA_256 = '1.2.840.113549.1.1.11';
export const RSA_SHA_384 = '1.2.840.113549.1.1.12';
export const RSA_SHA_512 = '1.2.840.113549.1.1.13';

// RFC 5480, section 2.1.1, and RFC 5758, section 3.2.
export const EC_PUBLIC_KEY = '1.2.840.10045.2.1';
export const P_256 = '1.2.840.10045.3.1.7';
export const P_384 = '1.3.132.0.34';
export const P_521 = '1.3.132.0.35';
export const ECDSA_SHA_256 = '1.2.840.10045.4.3.2';
export const ECDSA_SHA_384 = '1.2.840.10045.4.3.3';
export const ECDSA_SHA_512 = '1.2.840.10045.4.3.4';
