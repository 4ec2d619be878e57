export { Button, isBusy } from './button.tsx';
export { callService, type Refusal, type Reply } from './call-service.ts';
export { CODE_LENGTH, CodeField } from './code-field.tsx';
export { Heading } from './heading.tsx';
export { Spoken } from './spoken.tsx';
