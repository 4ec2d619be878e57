import type { Opened } from './open-sources.ts';

type Faults = { [Kind in 'camera' | 'microphone']?: Opened[Kind] };

/** Names the words for a missing picture or sound: all of them are true at once. */
export const nameFaults = ({ camera, microphone }: Faults): string[] => {
  if (camera === 'unsupported' || microphone === 'unsupported') return ['field.refused.unsupported_browser'];
  if (camera === 'missing' && microphone === 'missing') return ['field.live.nothing_found'];
  return [
    ...(camera ? [`field.live.camera_${camera}`] : []),
    ...(microphone ? [`field.live.microphone_${microphone}`] : []),
  ];
};
