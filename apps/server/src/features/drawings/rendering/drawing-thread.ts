import { parentPort, type MessagePort } from 'node:worker_threads';
import type { Drawing } from '@field-inspection/contract';
import {
  composeSvg,
  rasterisePixels,
  rasteriseSvg,
  type DrawingExport,
  type DrawingPixels,
} from './compose-svg.ts';

/**
 * A thread of its own, since outlines and resvg run synchronously: the densest drawing that the contract allows keeps a
 * processor for over a second, in which the server would answer nobody.
 */
export type DrawingOrder =
  | { kind: 'svg'; drawing: Drawing; settings: DrawingExport }
  | { kind: 'png'; svg: string }
  | { kind: 'pixels'; svg: string };
export type DrawingProduct = { svg: string; png: Uint8Array; pixels: DrawingPixels };
export type DrawingAnswer<Product> = { ok: true; product: Product } | { ok: false; error: unknown };

type Product = DrawingProduct[DrawingOrder['kind']];

const make = (order: DrawingOrder): Product => {
  if (order.kind === 'svg') return composeSvg(order.drawing, order.settings);
  return order.kind === 'png' ? rasteriseSvg(order.svg) : rasterisePixels(order.svg);
};

const answer = (order: DrawingOrder): DrawingAnswer<Product> => {
  try {
    return { ok: true, product: make(order) };
  } catch (error) {
    return { ok: false, error };
  }
};

parentPort?.on('message', ({ order, port }: { order: DrawingOrder; port: MessagePort }) => {
  port.postMessage(answer(order));
  port.close();
});
