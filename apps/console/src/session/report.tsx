import type { Session } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';

/** The newest sealed PDF, for who may read it. It is what comes next once the outcome was said. */
export const Report = ({ session: { id, report, outcome } }: { session: Session }) =>
  report?.status === 'ready' && (
    <Download
      label={write('session.report')}
      isNext={outcome !== null}
      read={() => client.reports.download(id)}
      file={{ name: `${id}.pdf`, type: 'application/pdf' }}
    />
  );

/** All that vouches for an ended session, for anyone to verify without the service. */
export const Bundle = ({ session }: { session: Session }) =>
  session.report !== null && (
    <Download
      label={write('session.bundle')}
      isNext={false}
      read={() => client.evidence.downloadBundle(session.id)}
      file={{ name: `${session.id}.zip`, type: 'application/zip' }}
    />
  );

type Props = {
  label: string;
  isNext: boolean;
  read: () => PromiseLike<{ arrayBuffer: () => Promise<ArrayBuffer> }>;
  file: { name: string; type: string };
};

const Download = ({ label, isNext, read, file: { name, type } }: Props) => {
  const download = useMutation({
    mutationFn: async () => save(new Blob([await (await read()).arrayBuffer()], { type }), name),
  });
  if (!useMay('evidence:read')) return null;
  return (
    <>
      <Button
        kind={isNext ? 'main' : 'secondary'}
        isWaiting={download.isPending}
        onPress={() => download.mutate()}
      >
        {label}
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
