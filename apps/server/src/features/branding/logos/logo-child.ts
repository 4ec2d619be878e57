import { answerAsChild } from '../../../platform/concurrency/answer-as-child.ts';
import { drawLogo } from './draw-logo.ts';

answerAsChild(drawLogo);
