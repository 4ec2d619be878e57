import type { Evidence } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { Panel } from '../parts/panel.tsx';
import { NotAllowed } from '../parts/section.tsx';
import { TextForm } from '../fields/text-form.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';
import { PhotoFacts } from './photo-facts.tsx';
import { Photo } from './photo.tsx';
import { askAgain } from './session-queries.ts';

type Props = { photo: Evidence; name: string; label: string };

/** A photo as large as the window, with what was found on it. */
export const PhotoDialog = ({ photo, name, label }: Props) => (
  <Panel heading={label ? `${name}: ${label}` : name}>
    <Photo photo={photo} variant="display" name={label || name} />
    <p className="quiet photo-facts">
      <PhotoFacts photo={photo} />
    </p>
    <Finding photo={photo} />
  </Panel>
);

const Finding = ({ photo: { id, session, finding } }: { photo: Evidence }) => {
  const save = useMutation({
    mutationFn: (text: string) => client.evidence.setFinding(session, id, { text }),
    onSuccess: () => askAgain(session),
  });
  if (!useMay('sessions:write'))
    return (
      <>
        {finding && <p dir="auto">{finding.text}</p>}
        <NotAllowed />
      </>
    );
  return (
    <TextForm
      label={write('label.finding')}
      text={finding?.text ?? ''}
      maxLength={1000}
      button={write('session.save_finding')}
      save={save}
    />
  );
};
