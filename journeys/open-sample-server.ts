import { createApp } from '../apps/server/src/app.ts';
import { createHealth } from '../apps/server/src/http/probes/health.ts';
import { listenHttp } from '../apps/server/src/http/listen-http.ts';
import { startTestServer } from '../apps/server/src/testing/start-test-server.ts';

/** Demo mode's server fills a key into its samples. */
export const openSampleServer = async () => {
  const plain = await startTestServer();
  const app = createApp(plain.context, createHealth(plain.context), {
    readSampleKey: () => plain.seed.apiKey,
  });
  const listener = await listenHttp(app, { port: 0, host: '127.0.0.1' }, plain.context);
  const baseUrl = `http://127.0.0.1:${listener.port}`;
  plain.context.config.baseUrl = baseUrl;
  return {
    ...plain,
    baseUrl,
    close: async () => {
      await listener.close();
      await plain.close();
    },
  };
};
