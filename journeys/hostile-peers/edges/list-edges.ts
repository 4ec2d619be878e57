import { AUTHORITIES } from './authorities.ts';
import type { Edge } from './edge.ts';
import { IDENTITY_PROVIDER } from './identity-provider.ts';
import { MAIL, TEXTS } from './messages.ts';
import { OBJECTS_LISTED, OBJECTS_PUT } from './objects.ts';
import { RECEIVERS } from './receivers.ts';
import { RESPONDERS } from './responders.ts';
import { SIGNING_PROVIDER } from './signing-provider.ts';

export const EDGES: readonly Edge[] = [
  RECEIVERS,
  MAIL,
  TEXTS,
  AUTHORITIES,
  RESPONDERS,
  SIGNING_PROVIDER,
  IDENTITY_PROVIDER,
  OBJECTS_PUT,
  OBJECTS_LISTED,
];
