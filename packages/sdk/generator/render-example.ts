import { toCamel } from './change-case.ts';
import { type JsonSchema, readRef } from './json-schema.ts';
import { isBytes, type Method, type NamedType } from './model.ts';
import { nameAccess } from './name-resource.ts';

type Types = ReadonlyMap<string, NamedType>;

export function renderExample(resource: string, method: Method, types: Types): string {
  const parameters = listPathParameters(method);
  const body = method.body ? [renderBody(method, types)] : [];
  const query = method.isList ? ['{ limit: 50 }'] : [];
  const content = method.isContent ? ['photo'] : [];
  const call = `${nameAccess(resource)}.${method.name}(${[...parameters, ...content, ...body, ...query].join(', ')})`;
  const variable = nameResult(method.result);
  if (method.isList) return `for await (const ${variable} of ${call}) {\n  console.log(${variable});\n}`;
  return method.result ? `const ${variable} = await ${call};` : `await ${call};`;
}

export const listPathParameters = ({ path }: Method): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => toCamel(name));

function nameResult(result: Method['result']): string {
  if (isBytes(result)) return 'response';
  const name = (result && readRef(result)) ?? 'result';
  const noun = name.replace(/^(Minted|Updated)/, '').replace(/With[A-Z]\w*$/, '');
  return toCamel(noun);
}

function renderBody({ body, result }: Method, types: Types): string {
  const resolve = (schema: JsonSchema) => types.get(readRef(schema) ?? '')?.schema ?? schema;
  const { properties = {}, required = [] } = resolve(body?.schema ?? {});
  const shown = result && !isBytes(result) ? (resolve(result).properties ?? {}) : {};
  const fields = Object.entries(properties).flatMap(([name, property]) => {
    const example = resolve(property).example ?? shown[name]?.example;
    const isRequired = required.includes(name);
    if (example === undefined && isRequired) throw new Error(`${name} needs an example in the contract`);
    // A drawing is too large to be shown: a variable stands for it.
    const isShown = readRef(property) !== 'Drawing';
    const member = isShown ? `${name}: ${renderValue(example)}` : name;
    return example === undefined ? [] : [{ member, isRequired }];
  });
  const wanted = required.length > 0 ? fields.filter(({ isRequired }) => isRequired) : fields.slice(0, 1);
  return `{ ${wanted.map(({ member }) => member).join(', ')} }`;
}

const renderValue = (value: unknown) =>
  typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value);
