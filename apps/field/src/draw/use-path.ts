import { extendPath, type SketchPoint } from '@field-inspection/drawing';
import { useRef, useState } from 'preact/hooks';

/** Pointer, by its id, or the keys. */
type Drawer = number | 'keys';

/**
 * The path that is drawn at present, by one drawer at a time.
 *
 * @param onPath told of a path once it is drawn
 */
export const usePath = (onPath: (path: readonly SketchPoint[]) => void) => {
  const [path, setPath] = useState<readonly SketchPoint[]>([]);
  // Events come faster than the page is drawn: each goes on from the one before.
  const drawn = useRef<{ drawer: Drawer; path: readonly SketchPoint[] }>(undefined);
  const extend = (points: readonly SketchPoint[]) => {
    drawn.current!.path = extendPath(drawn.current!.path, points);
    setPath(drawn.current!.path);
  };
  return {
    path,
    drawer: () => drawn.current?.drawer,
    begin: (drawer: Drawer, point: SketchPoint) => {
      drawn.current = { drawer, path: [] };
      extend([point]);
    },
    extend,
    end: () => {
      const ended = drawn.current;
      drawn.current = undefined;
      setPath([]);
      if (ended) onPath(ended.path);
    },
    drop: () => {
      drawn.current = undefined;
      setPath([]);
    },
  };
};

export type DrawnPath = ReturnType<typeof usePath>;
