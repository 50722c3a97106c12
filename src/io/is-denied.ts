/**
 * Whether a file or folder, by its absolute path, lies where the person denies it: then it is not read, whatever it would be read
 * for. Out of scope: the lists (`runtime/denied-files`).
 */
export type IsDenied = (path: string) => boolean;
