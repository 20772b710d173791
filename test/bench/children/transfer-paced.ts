/** Receives the pages of the paced service and does nothing with them: `transfer-paced.ts <address> <pages>`. */
import { recordsInPage } from '../data-files.ts';
import { report } from '../report.ts';

const [address = '', pages = ''] = process.argv.slice(2);
const startedAt = performance.now();
for (let page = 0; page < Number(pages); page += 1) {
  const response = await fetch(`${address}/psdm/graphql/gmss`, {
    method: 'POST',
    body: `offset: ${page * recordsInPage}`,
  });
  if (!response.ok) throw new Error(`The service answered with status ${response.status}.`);
  await response.arrayBuffer();
}
report(performance.now() - startedAt);
