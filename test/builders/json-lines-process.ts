import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * A function that writes a request to a program as a line of JSON and returns the line that it responds. The program is
 * started with the first request and serves until the process of the tests ends.
 */
export function jsonLinesProcess<Request, Response>(
  program: string,
  args: readonly string[],
): (request: Request) => Promise<Response> {
  let send: ((request: Request) => Promise<Response>) | undefined;
  const start = () => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const waiting: PromiseWithResolvers<Response>[] = [];
    const fail = (error: Error) => {
      send = undefined;
      for (const { reject } of waiting.splice(0)) reject(error);
    };
    createInterface(child.stdout).on('line', (line) => waiting.shift()?.resolve(JSON.parse(line)));
    child.once('error', fail);
    child.once('close', (code, signal) => fail(new Error(`${program} ${args} ended: ${signal ?? code}.`)));
    return (request: Request) => {
      const response = Promise.withResolvers<Response>();
      waiting.push(response);
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return response.promise;
    };
  };
  return (request) => {
    send ??= start();
    return send(request);
  };
}
