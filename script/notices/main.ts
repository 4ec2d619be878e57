import { writeFileSync } from 'node:fs';
import { composeNotices } from './compose-notices.ts';

writeFileSync(new URL('../../THIRD-PARTY-NOTICES.txt', import.meta.url), composeNotices());
