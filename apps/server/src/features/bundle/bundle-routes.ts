import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { okBytes } from '../../http/streams/ok-bytes.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';
import { writeBundle } from './write-bundle.ts';

export const bundleRoutes = (context: Context) =>
  initServer().router(
    { downloadBundle: contract.evidence.downloadBundle },
    {
      downloadBundle: async (input) => {
        const key = sessionKeyOf(input);
        const body = await writeBundle(context, key);
        const filename = `bundle-${key.sessionId}.zip`;
        setFileHeaders(input.res, { mime: 'application/zip', filename, byteSize: null });
        return okBytes(context, input, body);
      },
    },
  );
