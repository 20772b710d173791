/** The file did not respond within the time that any readable workspace needs. The thread that reads it is left behind. */
export class WorkspaceUnresponsive extends Error {
  constructor(file: string, seconds: number) {
    super(
      `The workspace ${file} did not answer within ${seconds} s. It is damaged or made so that reading it never ends, or its disk does not respond.`,
    );
    this.name = 'WorkspaceUnresponsive';
  }
}
