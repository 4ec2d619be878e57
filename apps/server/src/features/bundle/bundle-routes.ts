import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';
import { okBytes } from '../../http/streams/ok-bytes.ts';
import { writeBundle } from './write-bundle.ts';

export const bundleRoutes = (context: Context) =>
  implement(contract.evidence, {
    downloadBundle: {
      reply: async (given) => {
        const key = sessionKeyOf(given);
        const body = await writeBundle(context, key);
        const filename = `bundle-${key.sessionId}.zip`;
        setFileHeaders(given.res, { mime: 'application/zip', filename, byteSize: null });
        return okBytes(context, given, body);
      },
    },
  });
