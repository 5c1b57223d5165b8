// The owner link: the code is in the address after "#", which browsers never send to a server or a proxy.
const form = document.getElementById("owner");
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

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await post(`/api/${event.submitter.value}`, { name: form.elements.name.value, password: form.elements.password.value });
    const owner = await post("/api/owner", { code: location.hash.slice(1) });
    answer.textContent = `${owner.name} owns this room now.`;
    form.remove();
  } catch (error) {
    answer.textContent = error.message;
  }
});
