import { useEffect, useState } from 'react';
import { queryClient } from '../service/query-client.ts';
import { useEvidence } from '../session/session-queries.ts';
import type { Still } from './use-shutter.ts';

const SOON_MS = 1_000;
/** A photo that takes longer comes with the list, which is asked again anyway: requests are limited. */
const MOST_LOOKS = 12;

/** Whether a photo that the phone has taken is still to come. Until then the list is asked for more often. */
export const useArriving = (sessionId: string, still: Still | undefined): boolean => {
  const [looks, setLooks] = useState({ id: '', count: 0 });
  const { data = [] } = useEvidence(sessionId);
  const { id = '', sha256 } = still ?? {};
  const count = looks.id === id ? looks.count : 0;
  const isThere = data.some((item) => item.status === 'ready' && item.received_sha256 === sha256);
  const isArriving = sha256 !== undefined && !isThere;
  const isLooking = isArriving && count < MOST_LOOKS;
  useEffect(() => {
    if (!isLooking) return;
    const timer = setTimeout(() => {
      setLooks({ id, count: count + 1 });
      void queryClient.invalidateQueries({ queryKey: ['session', sessionId, 'evidence'] });
    }, SOON_MS);
    return () => clearTimeout(timer);
  }, [isLooking, id, count, sessionId]);
  return isArriving;
};
