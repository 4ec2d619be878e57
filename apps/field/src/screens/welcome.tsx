import { Button, Heading, Spoken } from '@field-inspection/ui';
import { useSignal } from '@preact/signals';
import { join, readWholeLink } from '../journey.ts';
import { readAbout, readPage } from '../texts/read-page.ts';
import { say } from '../texts/say.ts';
import { Facts } from '../texts/facts.tsx';

/** Nothing of the link is sent before a tap, since mail gateways and previews fetch links. */
export const Welcome = () => {
  const about = readAbout();
  return (
    <>
      <Heading isFocused={false}>{say('field.welcome.heading')}</Heading>
      <p class="text">{sayIntro(readPage().organisation)}</p>
      <Facts facts={about?.what} />
      <WayIn />
      <Facts facts={about?.how} />
      <Language />
    </>
  );
};

const WayIn = () => (
  <>
    {navigator.mediaDevices ? (
      <Button onTap={() => join()}>{say('field.welcome.join')}</Button>
    ) : (
      <>
        <p class="note">{say('field.welcome.camera_missing')}</p>
        <CopyLink />
        <Button kind="secondary" onTap={() => join()}>
          {say('field.welcome.join')}
        </Button>
      </>
    )}
  </>
);

const sayIntro = (organisation: string | null): string =>
  organisation === null ? say('field.welcome.intro_unnamed') : say('field.welcome.intro', { organisation });

const Language = () => (
  <label class="language">
    {say('field.welcome.language')}
    <select
      class="select"
      onChange={({ currentTarget }) => (location.search = `?lang=${currentTarget.value}`)}
    >
      {readPage().locales.map((locale) => (
        <option key={locale} value={locale} lang={locale} selected={locale === document.documentElement.lang}>
          {nameLanguage(locale)}
        </option>
      ))}
    </select>
  </label>
);

const nameLanguage = (locale: string): string =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;

/** Leads from an app's own browser to the person's browser by a copied link. */
export const CopyLink = () => {
  const state = useSignal<'' | 'copied' | 'shown'>('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(readWholeLink());
      state.value = 'copied';
    } catch {
      // Where the page may not copy, the person can.
      state.value = 'shown';
    }
  };
  return (
    <>
      <Button onTap={copy}>{say('field.welcome.copy_link')}</Button>
      <Spoken>{state.value === 'copied' && say('field.welcome.copied')}</Spoken>
      {state.value === 'shown' && (
        <input
          class="input link"
          readOnly
          aria-label={say('field.welcome.copy_link')}
          value={readWholeLink()}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </>
  );
};
