// The jobs as they are now, from one stream of events for all pages.  A tab that nobody looks at
// gives its stream up: a browser has only six connections to one server.

import { call, type Schemas } from './api';
import { listen, type Stream } from './sse';

type Job = Schemas['Job'];
export type Action = Job['actions'][number];

export const isOver = (job: Job): boolean => job.state === 'done' || job.state === 'failed' || job.state === 'cancelled';

class Jobs {
  all = $state.raw<Job[]>([]); // newest first
  loaded = $state(false);
  #stream: Stream | null = null;

  start(): void {
    const follow = () => (document.hidden ? this.#stop() : this.#open());
    document.addEventListener('visibilitychange', follow);
    follow();
  }

  get active(): Job[] {
    return this.all.filter((job) => job.state === 'running' || job.state === 'queued');
  }

  find(id: string | undefined): Job | undefined {
    return this.all.find((job) => job.id === id);
  }

  ofKind(...kinds: Job['kind'][]): Job[] {
    return this.all.filter((job) => kinds.includes(job.kind));
  }

  async act(job: Job, action: Action): Promise<void> {
    if (action === 'delete') {
      await call('delete', '/api/jobs/{id}', { path: { id: job.id } });
      this.#remove(job.id);
      return;
    }
    // The stream tells of every change in order; a reply may arrive behind the event that follows it.
    const told = await call('post', `/api/jobs/{id}/${action}`, { path: { id: job.id } });
    if (this.#stream === null) this.put(told);
  }

  put(job: Job): void {
    const known = this.all.some((j) => j.id === job.id);
    this.all = known ? this.all.map((j) => (j.id === job.id ? job : j)) : [job, ...this.all];
  }

  #remove(id: string): void {
    this.all = this.all.filter((job) => job.id !== id);
  }

  #open(): void {
    this.#stream ??= listen('/api/jobs/events', {
      jobs: (data: Schemas['Jobs']) => {
        this.all = data.jobs;
        this.loaded = true;
      },
      job: (job: Job) => this.put(job),
      removed: ({ id }: { id: string }) => this.#remove(id),
    });
  }

  #stop(): void {
    this.#stream?.close();
    this.#stream = null;
  }
}

export const jobs = new Jobs();
