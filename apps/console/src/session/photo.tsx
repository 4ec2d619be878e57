import type { Evidence } from '@field-inspection/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../service/client.ts';
import { write } from '../words/words.ts';

type Props = { photo: Evidence; variant: 'thumbnail' | 'display'; name: string };

/** A file never changes once it is there, so it comes once. */
export const Photo = ({ photo: { id, session }, variant, name }: Props) => {
  const query = useQuery({
    queryKey: ['file', id, variant],
    queryFn: async ({ signal }) => {
      const reply = await client.evidence.download(session, id, { variant }, { signal });
      return new Blob([await reply.arrayBuffer()], { type: 'image/jpeg' });
    },
    staleTime: Infinity,
  });
  const url = useObjectUrl(query.data);
  if (query.isError) return <p className="quiet">{write('session.no_picture')}</p>;
  return url === undefined ? <span className="picture" /> : <img className="picture" src={url} alt={name} />;
};

/** A blob's address keeps the blob, so it goes with what shows it. */
const useObjectUrl = (blob: Blob | undefined): string | undefined => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
};
