import { expose } from 'comlink';
import { createPictures } from './pictures/pictures.ts';

expose(createPictures());
