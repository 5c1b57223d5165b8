// The owner link: the code is in the address after "#", which browsers never send to a server or a proxy.
const choice = document.getElementById("choice");
const form = document.getElementById("owner");
const known = document.getElementById("known");
const answer = document.getElementById("answer");

async function post(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const said = await response.json();
  if (!response.ok) throw new Error(said.error);
  return said;
}

/** A guest has to register first, since the owner of a room must be able to come back. */
async function offer() {
  const response = await fetch("/api/session");
  const me = response.ok ? (await response.json()).me : null;
  if (me?.kind !== "registered") return;
  document.getElementById("me").textContent = me.name;
  document.getElementById("as").textContent = me.name;
  known.hidden = false;
}

async function own(event) {
  event.preventDefault();
  answer.textContent = "One moment …";
  try {
    const how = event.submitter.value;
    if (how) await post(`/api/${how}`, { name: form.elements.name.value, password: form.elements.password.value });
    const owner = await post("/api/owner", { code: location.hash.slice(1) });
    answer.textContent = `${owner.name} owns this room now. People and Books are in the bar at the top of the lobby.`;
    choice.remove();
  } catch (error) {
    answer.textContent = error.message.charAt(0).toUpperCase() + error.message.slice(1);
  }
}

known.addEventListener("submit", own);
form.addEventListener("submit", own);
offer();
