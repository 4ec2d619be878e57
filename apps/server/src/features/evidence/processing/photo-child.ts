import { answerAsChild } from '../../../platform/concurrency/answer-as-child.ts';
import { transformPhoto } from './transform-photo.ts';

answerAsChild(transformPhoto);
