import { writeSamples, type SampleTarget } from '../samples/write-samples.ts';
import type { Field } from '../reference/read-fields.ts';
import type { Chapter, Operation } from '../reference/read-operations.ts';

export const writeChapter = ({ title, description, operations }: Chapter, target: SampleTarget): string =>
  [`# ${title}`, description, ...operations.map((operation) => writeOperation(operation, target))].join(
    '\n\n',
  ) + '\n';

const writeOperation = (operation: Operation, target: SampleTarget): string =>
  [
    `## ${operation.summary}`,
    `\`${operation.method} ${operation.path}\` (${operation.id})${operation.isDeprecated ? ', deprecated' : ''}`,
    operation.description,
    ...writeSamples(operation, target).map(({ language, code }) => writeFence(language, code)),
    ...writeList('Parameters', operation.parameters),
    ...writeBody(operation),
    ...operation.replies.flatMap(writeReply),
    ...writeErrors(operation),
  ]
    .filter(Boolean)
    .join('\n\n');

const writeBody = ({ body }: Operation): string[] => {
  if (!body) return [];
  const title = `Body${body.isRequired ? '' : ', optional'}: ${body.mediaTypes.join(', ')}`;
  return [...writeList(title, body.fields), ...writeExample(body.example)];
};

const writeReply = ({ status, description, mediaTypes, fields, example }: Operation['replies'][number]) => [
  ...writeList(
    `${status} ${description}${mediaTypes.length > 0 ? `: ${mediaTypes.join(', ')}` : ''}`,
    fields,
  ),
  ...writeExample(example),
];

const writeErrors = ({ errors }: Operation): string[] =>
  errors.length === 0
    ? []
    : [
        '### Errors',
        errors
          .map(({ status, codes }) => `- ${status}: ${codes.map((code) => `\`${code}\``).join(', ')}`)
          .join('\n'),
      ];

const writeExample = (example: unknown): string[] =>
  example === undefined ? [] : [writeFence('json', JSON.stringify(example, null, 2))];

const writeFence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

const writeList = (title: string, fields: readonly Field[]): string[] => [
  `### ${title}`,
  ...(fields.length > 0 ? [writeFields(fields, '')] : []),
];

const writeFields = (fields: readonly Field[], indent: string): string =>
  fields
    .map(({ name, type, isRequired, description, fields: inner }) => {
      const about = [type, ...(isRequired ? ['required'] : [])].join(', ');
      const line = `${indent}- \`${name}\` ${about}${description ? `: ${description.replaceAll('\n', ' ')}` : ''}`;
      return inner.length > 0 ? `${line}\n${writeFields(inner, `${indent}  `)}` : line;
    })
    .join('\n');
