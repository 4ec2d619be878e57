import { Button, Heading } from '@field-inspection/ui';
import { join } from '../journey.ts';
import { readPage } from '../texts/read-page.ts';
import { say } from '../texts/say.ts';
import { CopyLink } from './copy-link.tsx';

/** Before anything of the link is sent: mail gateways and previews fetch links, so only a tap comes in. */
export const Welcome = () => (
  <>
    <Heading isFocused={false}>{say('field.welcome.heading')}</Heading>
    <p class="text">{sayIntro(readPage().organisation)}</p>
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
    <Language />
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
