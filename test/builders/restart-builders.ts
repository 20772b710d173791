/** Set-up of a test file: files of a process share modules, and what builders count must begin anew in each. */
import { restartUuids } from './record-builder.ts';

restartUuids();
