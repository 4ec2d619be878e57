import type { CreateTemplateBody, Template, UpdateTemplateBody } from '@field-inspection/contract';
import { invalidField, Refusal } from '../refusal.ts';
import { isSame } from './is-same.ts';
import { storeShots } from './shots.ts';

/** A version has these words, and a session begins with all but the name. */
export type TemplateWords = Pick<Template, 'name' | 'type' | 'shots'>;

export const describeTemplate = ({ name, type = '', shots }: CreateTemplateBody): TemplateWords => ({
  name,
  type,
  shots: storeShots(shots),
});

/** `words` are those of the next version; undefined where none differs. */
export const changeTemplate = (
  template: Template,
  body: UpdateTemplateBody,
): { words: TemplateWords | undefined; archived: boolean } => {
  const { name, type, shots } = template;
  const words: TemplateWords = {
    name: body.name ?? name,
    type: body.type ?? type,
    shots: body.shots ? storeShots(body.shots) : shots,
  };
  return {
    words: isSame(words, { name, type, shots }) ? undefined : words,
    archived: body.archived ?? template.archived,
  };
};

/** @throws {Refusal} precondition_failed */
export const requireTemplateVersion = (version: number, isMatched: boolean): void => {
  if (isMatched) return;
  const detail = `The template is at version ${version} now. Get it, and send your change again with its ETag.`;
  throw new Refusal('precondition_failed', detail);
};

/** @throws {Refusal} validation_error where a session can't begin with it */
export const requireTemplate = (template: Template | undefined): Template => {
  if (!template) throw invalidField('template', 'is not a template of this organisation', 'not_found');
  if (template.archived)
    throw invalidField('template', 'is archived: bring it back by archived: false, or name another');
  return template;
};
