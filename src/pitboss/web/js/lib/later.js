// Modules that a page imports while it runs.

/** Wait for a dynamic import. Addresses name the version of the pages, so after an upgrade of the server a module that
 * was not fetched before is gone: the page loads again, in the new version. */
export async function later(importing) {
  try {
    return await importing;
  } catch (error) {
    if (!(await upgraded())) throw error;
    location.reload();
    return new Promise(() => {}); // nothing more happens on this page
  }
}

/** Whether the server no longer has the files of this version; unknown, and so false, while it does not answer. */
async function upgraded() {
  const answer = await fetch(import.meta.url, { cache: "no-store" }).catch(() => null);
  return answer?.status === 404;
}
