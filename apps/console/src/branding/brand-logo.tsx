import { useMutation } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { Field } from '../fields/field.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { queryClient } from '../service/query-client.ts';
import { write } from '../words/words.ts';

/** A logo is drawn anew by the service, which judges its size and its kind. */
export const BrandLogo = ({ hasLogo }: { hasLogo: boolean }) => {
  const set = useMutation({
    mutationFn: async (file: File) => client.branding.setLogo({ image: await readBase64(file) }),
    onSuccess: (changed) => queryClient.setQueryData(['branding'], changed),
  });
  const remove = useMutation({
    mutationFn: () => client.branding.deleteLogo(),
    onSuccess: (changed) => queryClient.setQueryData(['branding'], changed),
  });
  return (
    <>
      <Field
        label={write('branding.logo_file')}
        name="logo"
        type="file"
        accept="image/png,image/jpeg,image/svg+xml"
        onChange={({ target }) => target.files?.[0] && set.mutate(target.files[0])}
      />
      <Said saving={set} done={write('saved')} />
      {hasLogo && (
        <Button kind="secondary" isWaiting={remove.isPending} onPress={() => remove.mutate()}>
          {write('branding.logo_remove')}
        </Button>
      )}
      <Said saving={remove} done="" />
    </>
  );
};

const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error ?? new Error('the file can not be read'));
    reader.readAsDataURL(file);
  });
