import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export const compileSchema = (document: object): ((pointer: string) => ValidateFunction) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'https://example.com/openapi.json' });
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const validate =
      compiled.get(pointer) ?? ajv.compile({ $ref: `https://example.com/openapi.json${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  };
};
