import { MessageChannel, Worker } from 'node:worker_threads';
import type { Drawing } from '@field-inspection/contract';
import { THREAD_HEAP_MB } from '../../../platform/concurrency/create-thread.ts';
import type { DrawingExport } from '../rendering/compose-svg.ts';
import type { DrawingAnswer, DrawingOrder, DrawingProduct } from '../rendering/drawing-thread.ts';
import { MISSING_SIGN, showSigns, splitLines } from '../../../platform/fonts/show-text.ts';
import { layOutPage } from '../rendering/lay-out-page.ts';
import { locateProgram } from '../../../paths.ts';

/** The same drawing gives the same bytes. A browser that shows the SVG runs and fetches nothing. */
export const renderDrawingSvg = (drawing: Drawing, settings: DrawingExport): Promise<string> =>
  runInDrawingThread({ kind: 'svg', drawing, settings });

export const renderDrawingPng = (svg: string): Promise<Uint8Array> =>
  runInDrawingThread({ kind: 'png', svg });

/** A photo with strokes takes an eighth of the bytes of its PNG, and a PDF holds the JPEG as it is. */
export const renderDrawingJpeg = async (svg: string): Promise<Uint8Array> => {
  const { pixels, width, height } = await runInDrawingThread({ kind: 'pixels', svg });
  // sharp is a large library: it is loaded at its first use.
  const { default: sharp } = await import('sharp');
  return (
    sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      // Full colour resolution keeps a thin red line.
      .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
      .toBuffer()
  );
};

let thread: Worker | undefined;

/** Orders come one after the other: any number of callers use the memory of one drawing. */
const runInDrawingThread = <Kind extends keyof DrawingProduct>(
  order: Extract<DrawingOrder, { kind: Kind }>,
): Promise<DrawingProduct[Kind]> =>
  new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    // The port closes when the thread ends. After an answer the rejection does nothing.
    port1.once('close', () => reject(new Error('The drawing thread ended before it answered: try again.')));
    port1.once('message', (answer: DrawingAnswer<DrawingProduct[Kind]>) => {
      if (answer.ok) resolve(answer.product);
      else reject(answer.error);
      port1.close();
    });
    thread ??= startThread();
    thread.postMessage({ order, port: port2 }, [port2]);
  });

const startThread = (): Worker => {
  const started = new Worker(locateProgram('features/drawings/rendering/drawing-thread'), {
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
  });
  const forget = () => {
    if (thread === started) thread = undefined;
  };
  // Without a listener an error of the thread, such as a lack of memory, would end the process.
  started.on('error', forget);
  started.on('exit', forget);
  started.unref();
  return started;
};

export const hasMissingSign = ({ strokes }: Drawing): boolean =>
  strokes.some((stroke) => stroke.tool === 'text' && hasSign(stroke.text));

const hasSign = (text: string): boolean =>
  splitLines(text).some((line) => showSigns(line.replace(/\t/g, ' ')).includes(MISSING_SIGN));

/** The canvas is the upper left part of the picture; the stamp is below it, and beside a narrow one. */
export const measureCanvas = (drawing: {
  width: number;
  height: number;
}): { width: number; height: number } => layOutPage(drawing, 0).canvas;
