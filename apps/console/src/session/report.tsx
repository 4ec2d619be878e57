import type { Session } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';

/** The newest sealed PDF, for who may read it. It is what comes next once the outcome was said. */
export const Report = ({ session: { id, report, outcome } }: { session: Session }) => {
  const download = useMutation({
    mutationFn: async () => {
      const reply = await client.reports.download(id);
      save(new Blob([await reply.arrayBuffer()], { type: 'application/pdf' }), `${id}.pdf`);
    },
  });
  const mayRead = useMay('evidence:read');
  if (!mayRead || report?.status !== 'ready') return null;
  return (
    <>
      <Button
        kind={outcome ? 'main' : 'secondary'}
        isWaiting={download.isPending}
        onPress={() => download.mutate()}
      >
        {write('session.report')}
      </Button>
      <Said saving={download} done="" />
    </>
  );
};

const save = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser has taken the blob by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
};
