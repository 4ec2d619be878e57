import type { Settings } from '../context.ts';
import type { Start } from '../start-server.ts';
import { ensureDemoAuthority } from './authority/ensure-demo-authority.ts';
import { openEdges } from './open-edges.ts';
import { outboxPages } from './outbox/outbox-page.ts';
import { describeDemo, makeFirstLink, prepareDemo } from './prepare-demo.ts';

export const openDemo = async ({ config, secrets }: Settings): Promise<Start> => {
  const authority = await ensureDemoAuthority({ dir: config.dataDir });
  const settings = {
    config: { ...config, webhookCaFile: config.webhookCaFile ?? authority.caFile },
    secrets,
  };
  let sampleKey: string | undefined;
  return {
    ...settings,
    openEdges: (tools) => openEdges(settings, tools),
    pages: outboxPages(settings),
    readSampleKey: () => sampleKey,
    prepare: async (context) => {
      const demo = await prepareDemo(context, authority);
      sampleKey = demo.api_key;
      return describeDemo(demo, await makeFirstLink(context, demo));
    },
  };
};
