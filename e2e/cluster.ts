import { startTestCluster } from '../testing/template.ts'

/** One PostgreSQL for the whole run; its address reaches the workers through the environment. */
export default async function setup() {
  const { url, stop } = await startTestCluster()
  process.env['TEST_CLUSTER_URL'] = url
  return stop
}
