import { AsnArray, AsnPropTypes, AsnType, AsnTypeTypes } from '@peculiar/asn1-schema';

/** RFC 3739, section 3.2.6: statements, each as DER. */
export class QcStatements extends AsnArray<ArrayBuffer> {}

AsnType({ type: AsnTypeTypes.Sequence, itemType: AsnPropTypes.Any })(QcStatements);
