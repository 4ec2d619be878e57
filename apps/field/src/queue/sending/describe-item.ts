import type { KeptItem } from '../shelf/queue-item.ts';

export const describeItem = ({
  mime,
  sha256,
  capturedAt,
  slot,
  place,
}: Pick<KeptItem, 'mime' | 'sha256' | 'capturedAt' | 'slot' | 'place'>): Record<string, string> => ({
  filetype: mime,
  sha256,
  captured_at: capturedAt,
  ...(slot && { slot }),
  ...(place && {
    lat: place.lat.toFixed(7),
    lon: place.lon.toFixed(7),
    accuracy: Math.min(place.accuracy, 100_000).toFixed(1),
  }),
});
