import { createThread } from '../../../platform/concurrency/create-thread.ts';
import type { CampaignInput } from '../input/campaign-input.ts';
import type { RenderedReport } from './typeset-sheet.ts';

/** Somebody waits for it: 5 000 sessions take a few seconds. */
const RENDER_TIME_MAX_MS = 60_000;

const thread = createThread<CampaignInput, RenderedReport>(new URL('./campaign-thread.ts', import.meta.url), {
  name: 'campaign',
  timeoutMs: RENDER_TIME_MAX_MS,
});

/**
 * The bytes of a campaign's report as PDF/A-2b, tagged and without a seal. The same input gives the same bytes.
 *
 * @throws when Typst refuses it, or when the thread ended before it was done: try again
 */
export const renderCampaign = (input: CampaignInput): Promise<RenderedReport> => thread.run(input);
