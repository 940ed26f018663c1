import { look } from '../look.ts';
import styles from './OrderList.module.css';

/** Classes of one order, stop or guard of a list: what it is at the left, what can be done with it at the right. */
export const cardLook = look('grid middle across2 high2 small under', styles['card']);
