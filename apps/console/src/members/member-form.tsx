import type { Member, MemberRole } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '../parts/button.tsx';
import { Field } from '../fields/field.tsx';
import { Radios } from '../fields/radios.tsx';
import { readForm } from '../fields/read-form.ts';
import { Said } from '../parts/said.tsx';
import { StepUpNote } from '../parts/step-up-note.tsx';
import { client } from '../service/client.ts';
import { write, writeWord } from '../words/words.ts';
import { askMemberAgain } from './member-queries.ts';
import { ROLES } from './read-member-filters.ts';

export const MemberForm = ({ member }: { member: Member }) => {
  const [role, setRole] = useState(member.role as MemberRole);
  const save = useMutation({
    mutationFn: ({ name = '', break_glass: kept }: Record<string, string>) =>
      client.members.update(member.id, {
        name,
        role,
        ...(role === 'org_admin' && { break_glass: kept !== undefined }),
      }),
    onSuccess: () => askMemberAgain(member.id),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(readForm(event.currentTarget));
  };
  return (
    <form className="form" onSubmit={send}>
      <StepUpNote />
      <Field label={write('account.name')} name="name" maxLength={200} required defaultValue={member.name} />
      <Radios
        label={write('account.role')}
        words={ROLES}
        value={role}
        write={(word) => writeWord('role', word)}
        onChange={setRole}
      />
      {role === 'org_admin' && (
        <label className="radio">
          <input type="checkbox" name="break_glass" defaultChecked={member.break_glass} />
          {write('members.break_glass')}
        </label>
      )}
      <Button type="submit" isWaiting={save.isPending}>
        {write('save')}
      </Button>
      <Said saving={save} done={write('saved')} />
    </form>
  );
};
