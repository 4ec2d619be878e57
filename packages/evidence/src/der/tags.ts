// ITU-T X.690, section 8.1.2, with the bit of constructed encodings where DER has them constructed.
export const BOOLEAN = 0x01;
export const INTEGER = 0x02;
export const BIT_STRING = 0x03;
export const OCTET_STRING = 0x04;
export const NULL = 0x05;
export const OBJECT_IDENTIFIER = 0x06;
export const ENUMERATED = 0x0a;
export const UTF8_STRING = 0x0c;
export const PRINTABLE_STRING = 0x13;
export const IA5_STRING = 0x16;
export const UTC_TIME = 0x17;
export const GENERALIZED_TIME = 0x18;
export const BMP_STRING = 0x1e;
export const SEQUENCE = 0x30;
export const SET = 0x31;

export const CONTEXT = [0xa0, 0xa1, 0xa2, 0xa3, 0xa4] as const;

/** [0], [1] … in place of the tag of a primitive value. */
export const PRIMITIVE_CONTEXT = [0x80, 0x81, 0x82] as const;
