type Place = { value: unknown; key: string; parent: Place | null };

/**
 * The path of a key `__proto__` in what JSON.parse made; undefined when there is none. Validation passes over a key of
 * this name wherever keys are free: what was sent under it would be dropped in silence. By a list, since a body can be
 * deeper than the stack.
 */
export const findPrototypeKey = (value: unknown): string[] | undefined => {
  const open: Place[] = [{ value, key: '', parent: null }];
  for (let place = open.pop(); place; place = open.pop()) {
    if (typeof place.value !== 'object' || place.value === null) continue;
    for (const [key, inner] of Object.entries(place.value)) {
      const found = { value: inner, key, parent: place };
      if (key === '__proto__') return pathOf(found);
      open.push(found);
    }
  }
  return undefined;
};

const pathOf = (place: Place): string[] => {
  const path = [];
  for (let at = place; at.parent; at = at.parent) path.unshift(at.key);
  return path;
};
